/** The company's users and their mail addresses. Your application has them in its users table. */
export const PEOPLE = [
  { userId: 'eve', name: 'Eve Engel', email: 'eve@acme.example' },
  { userId: 'max', name: 'Max Mohr', email: 'max@acme.example' },
  { userId: 'fay', name: 'Fay Funk', email: 'fay@acme.example' },
] as const;

export const personOf = (userId: string) => PEOPLE.find((it) => it.userId === userId) ?? null;

/** Names by user id, for pages. */
export const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  PEOPLE.map(({ userId, name }) => [userId, name]),
);
