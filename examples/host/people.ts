/** Who works here, and where their mail goes. A company of yours has this in its own table of users. */
export const PEOPLE = [
  { userId: 'eve', name: 'Eve Engel', email: 'eve@acme.example' },
  { userId: 'max', name: 'Max Mohr', email: 'max@acme.example' },
  { userId: 'fay', name: 'Fay Funk', email: 'fay@acme.example' },
] as const;

export const personOf = (userId: string) => PEOPLE.find((it) => it.userId === userId) ?? null;
