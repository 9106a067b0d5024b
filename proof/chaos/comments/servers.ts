/** Servers of the comments: one that is killed is started again on its port. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Send } from '../../../packages/comments/src/test-support/histories/network.js';
import { KILLED, KILLED_WITHIN_MS, SERVERS } from './settings.js';
import { freePort } from '../free-port.js';

interface Place {
  readonly port: number;
  child: ChildProcess | null;
  isUp: boolean;
}

export class CommentServers {
  kills = 0;
  isCalm = true;
  readonly #url: string;
  readonly #random: () => number;
  #places: Place[] = [];
  readonly #kills: Promise<void>[] = [];
  readonly #restarts: Promise<void>[] = [];

  constructor(url: string, random: () => number) {
    this.#url = url;
    this.#random = random;
  }

  async start(): Promise<void> {
    const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
    this.#places = ports.map((port) => ({ port, child: null, isUp: false }));
    await Promise.all(this.#places.map((it) => this.#start(it)));
  }

  /** Sends to one of the servers that are up; some writes are killed in their middle. */
  readonly send: Send = async (path, headers, body) => {
    const up = this.#places.filter((it) => it.isUp);
    const place = up[Math.floor(this.#random() * up.length)];
    if (place === undefined) throw new TypeError('no server is up');
    const isWrite = /(save|delete|announce)$/.test(path);
    const mayKill = isWrite && !this.isCalm && up.length > 1;
    if (mayKill && this.#random() < KILLED) this.#kills.push(this.#killSoon(place));
    const answer = await fetch(`http://127.0.0.1:${place.port}${path}`, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.text() };
  };

  /** No server is killed any more; one is up, and the others start meanwhile. */
  async calm(): Promise<void> {
    this.isCalm = true;
    await Promise.all(this.#kills.splice(0));
  }

  async stop(): Promise<void> {
    await this.calm();
    await Promise.all(this.#restarts.splice(0));
    await Promise.all(this.#places.map(killed));
  }

  async #killSoon(place: Place): Promise<void> {
    await sleep(this.#random() * KILLED_WITHIN_MS);
    if (!place.isUp || this.#places.filter((it) => it.isUp).length === 1) return;
    place.isUp = false;
    this.kills += 1;
    await killed(place);
    this.#restarts.push(this.#start(place));
  }

  async #start(place: Place): Promise<void> {
    const program = fileURLToPath(new URL('server.ts', import.meta.url));
    place.child = fork(program, [this.#url, String(place.port)], {
      execArgv: ['--conditions=@org/source', '--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const isReady = await Promise.race([
      once(place.child, 'message').then(() => true),
      once(place.child, 'exit').then(() => false),
    ]);
    if (!isReady) throw new Error('a server of comments does not start');
    place.isUp = true;
  }
}

async function killed({ child }: Place): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
