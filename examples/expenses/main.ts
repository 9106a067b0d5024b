/**
 * Expenses, and who approves them: a whole small application.
 *
 *     npm run example:expenses
 *
 * PORT (3000; 0 is any free port) and STORE (`sqlite:FILE`, `postgres://…`, `mysql://…`) come from
 * the environment.
 */
import { startExpenses } from './server.js';

const { PORT = '3000', STORE = 'sqlite:expenses.db' } = process.env;

const { url, stop } = await startExpenses({ store: STORE, port: Number(PORT) });
console.log(`listening on ${url}
Sign in as Eve, submit something, and then decide as Max. Ctrl+C ends it.`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
