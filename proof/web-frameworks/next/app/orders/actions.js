'use server';
import { revalidatePath } from 'next/cache';
import { host } from '../../host.js';

/** In your product: check who is signed in first, as in any other route. */
export async function order(form) {
  const { engine } = await host();
  await engine.executions.dispatch({
    definitionId: 'sign-off',
    triggerContext: { item: String(form.get('item')) },
  });
  revalidatePath('/orders');
}
