/** Opens an address in the browser of this machine. */
import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** `url` must be trusted: the shell of Windows interprets characters of others. */
export function openInBrowser(url: string, onError: (error: Error) => void): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .once('error', onError)
    .unref();
}
