/** Formats of strings in an input schema. Each check takes linear time. */
import { parseUrl } from '@org/approval-internal/parse-url';
import * as z from 'zod';
import { LIMITS } from '../definition/limits.js';

const DAY = z.iso.date();
const EMAIL = z.email();
/** RFC 3339: seconds and an offset are required. */
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Characters that a URI may have (RFC 3986). All others have to be percent-encoded. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;

/** Length of the longest date-time. */
const TIME_LENGTH = 64;

export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => DAY.safeParse(text).success,
  'date-time': (text) =>
    text.length <= TIME_LENGTH &&
    /^[Tt]$/.test(text.slice(10, 11)) &&
    DAY.safeParse(text.slice(0, 10)).success &&
    TIME.test(text.slice(11)),
  email: (text) => text.length <= LIMITS.emailLength && EMAIL.safeParse(text).success,
  uri: (text) => URI.test(text) && parseUrl(text) !== null,
};

/** Names of the formats. */
export const FORMAT_NAMES = Object.keys(FORMATS);
