/** The product's own routes, as the page calls them. */
import type { Order } from '../orders.js';

export interface Me {
  readonly me: string | null;
  readonly PEOPLE: readonly { readonly userId: string; readonly name: string }[];
}

async function call<T>(path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, body && { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as T & { error?: { message: string } };
  if (!response.ok) throw new Error(answer.error?.message ?? `the server answered ${response.status}`);
  return answer;
}

export const whoAmI = () => call<Me>('/me');
export const signIn = (userId: string) => call('/me', { userId });
export const myOrders = async () => (await call<{ orders: readonly Order[] }>('/orders')).orders;
export const order = (wanted: { orderId: string; item: string; amount: number }) => call('/orders', wanted);

export const nameIn = (people: Me['PEOPLE'], userId: string) =>
  people.find((it) => it.userId === userId)?.name ?? userId;

export const amountOf = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2 });
