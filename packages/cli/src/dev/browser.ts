/** An address in the browser of whoever sits here. */
import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** `url` is of our own making: the shell of Windows would read more into others. */
export function openInBrowser(url: string, onError: (error: Error) => void): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .once('error', onError)
    .unref();
}
