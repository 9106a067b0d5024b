/** The signed-in person. */
import type { User } from '../record.js';

/** The person who is signed in; `organizationId` scopes everything that is read and written. */
export interface Identity extends User {
  readonly organizationId: string;
}
