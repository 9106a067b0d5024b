/** Changes by others appear live; an outage is shown, and nothing is missed. In Chromium. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { act } from './test-support/people.js';
import { browserTest, open, start, useBrowser, visit } from './test-support/started.js';

useBrowser();

browserTest('what others write and decide is there at once, and an idle page asks for nothing', async () => {
  const { app, page, arrived, state } = await open();
  await state('In review');
  const bob = await visit(app.pageUrl);
  const { signIn, comment, decide } = act(bob);
  await signIn('Bob Okafor');
  await comment('Ada, have a look.');
  await page.getByRole('article', { name: 'Comment by Bob Okafor' }).getByText('Ada, have a look.').waitFor();
  await decide('approve', '');
  await state('Approved by Bob Okafor on ');
  await bob.close();

  let before = -1;
  while (before < arrived.length) {
    before = arrived.length;
    await page.waitForTimeout(1_000);
  }
  await page.waitForTimeout(3_000);
  expect(arrived.slice(before)).toEqual([]);
});

browserTest('while the service is away the page says so, and afterwards it has what it missed', async () => {
  const { app, page, state } = await open();
  await state('In review');
  const notice = page.getByRole('status', { name: 'Connection' });
  // On a busy machine the page may have had to try twice.
  await expect.poll(() => notice.innerText()).toBe('');
  const url = `${app.serviceUrl}/**`;
  await page.route(url, (route) => route.abort());
  const bob = await visit(app.pageUrl);
  const { signIn, comment } = act(bob);
  await signIn('Bob Okafor');
  await comment('Said in between.');
  await notice.getByText('No connection.').waitFor();
  await page.unroute(url);
  await notice.getByRole('button', { name: 'Try now' }).click();
  await page.getByText('Said in between.').waitFor();
  await notice.getByText('No connection.').waitFor({ state: 'detached' });
});

browserTest('without a network the page says so at once', async () => {
  const { page, state } = await open();
  await state('In review');
  const notice = page.getByRole('status', { name: 'Connection' });
  await expect.poll(() => notice.innerText()).toBe('');
  await page.context().setOffline(true);
  await notice.getByText('No connection.').waitFor({ timeout: 4_000 });
  await page.context().setOffline(false);
  await notice.getByText('No connection.').waitFor({ state: 'detached' });
});

browserTest('a restart of the servers is survived: signed in anew, with the draft', async () => {
  const ports = { page: await freePort(), service: await freePort() };
  const first = await start(ports);
  const page = await visit(first.app.pageUrl);
  const { field, state, comment, approval } = act(page);
  await state('In review');
  await field.fill('Written in an outage');
  await first.stop();
  await page.getByRole('status', { name: 'Connection' }).getByText('No connection.').waitFor();
  await start(ports);
  await approval().waitFor();
  await page
    .getByRole('status', { name: 'Connection' })
    .getByText('No connection.')
    .waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Written in an outage');
  await comment('And sent after it.');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
