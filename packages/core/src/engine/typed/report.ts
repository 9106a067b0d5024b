/** Reports of faults in the forms that only authors use. */

/** Code of a fault in a form that only files and code have. */
export type AuthoredCode = 'invalid-field' | 'duration-needs-working-unit';

/** Called for an invalid duration, which then stays as it is written. */
export type Report = (path: string, message: string, code: AuthoredCode) => void;

/** Reports by a TypeError with the path. */
export const throwing: Report = (path, message, code) => {
  throw new TypeError(`${path}: ${code === 'invalid-field' ? '' : `${code}: `}${message}`);
};
