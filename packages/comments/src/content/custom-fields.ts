/** The two lists of custom fields, and the guard around the one that moves them (contract section 16). */
import { CommentsSetupError } from '../errors.js';
import { contentFieldNames } from './content-fields.js';

export interface CustomFields {
  /** Copied to the customer; they stay with the service as well. */
  readonly additionalFields: readonly string[];
  /** Moved to the customer; the service never sees them. */
  readonly fieldsToRemove: readonly string[];
}

/** What the service queries, scopes, positions, syncs or renders by; without them threads fail to load. */
const RESERVED: readonly string[] = [
  'annotationId',
  'metadata',
  'comments',
  'commentId',
  'status',
  'location',
  'from',
  'to',
  'targetElement',
  'position',
  'type',
  'createdAt',
  'lastUpdated',
  'isCommentResolverUsed',
  'isCommentTextAvailable',
];

/**
 * Checks the lists of a provider's config. Names of content fields are refused too: they are not custom, and their
 * identifiers are what the service works with.
 *
 * @throws CommentsSetupError that names every field that may not be moved.
 */
export function customFieldsOf(config: Partial<CustomFields> = {}): CustomFields {
  const { additionalFields = [], fieldsToRemove = [] } = config;
  const refused = fieldsToRemove.filter((it) => RESERVED.includes(it) || contentFieldNames.includes(it));
  if (refused.length > 0) {
    throw new CommentsSetupError(
      `fieldsToRemove may list your own custom fields only, and not ${refused.join(', ')}: the service needs ` +
        'these to find and to show comments. Take them out of the list; additionalFields copies a field instead.',
    );
  }
  return { additionalFields, fieldsToRemove };
}
