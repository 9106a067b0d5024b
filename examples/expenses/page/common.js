/** Shared code of both pages: calls, signing in, and small helpers. */

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

/** Calls an operation of the engine as the signed-in user. */
export const call = async (operation, data) =>
  (await post(`approvals/v2/workflow/${operation}`, { data })).result;

export const submitExpense = (expense) => post('expenses', expense);

export const byId = (id) => document.getElementById(id);

/**
 * Creates an element with attributes, listeners (`onclick`) and children; strings become text
 * nodes.
 */
export function element(tag, attributes, ...children) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
}

export const money = (amount) => amount.toLocaleString('en', { minimumFractionDigits: 2 });

/** Tries it, and says what was wrong. */
export async function attempt(action) {
  byId('notice').textContent = '';
  try {
    await action();
  } catch (error) {
    byId('notice').textContent = error.message;
  }
}

/** Fills the choice of users, and gives who is signed in and what everybody is called. */
export async function signedIn() {
  const { me, PEOPLE } = await (await fetch('me')).json();
  const choice = byId('me');
  const named = PEOPLE.map((it) =>
    element('option', {
      value: it.userId,
      textContent: `${it.name} (${it.does})`,
      selected: it.userId === me,
    }),
  );
  choice.replaceChildren(
    ...(me === null ? [element('option', { textContent: 'Choose a person' })] : []),
    ...named,
  );
  choice.onchange = async () => {
    await post('me', { userId: choice.value });
    location.reload();
  };
  const nameOf = (userId) => PEOPLE.find((it) => it.userId === userId)?.name ?? userId;
  return { me, people: PEOPLE, nameOf };
}
