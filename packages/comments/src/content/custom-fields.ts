/**
 * The two lists of custom fields, and the guard around the one that moves them (contract section
 * 16).
 */
import { CommentsSetupError } from '../errors.js';
import { reservedNames } from './service-fields.js';

/** Custom fields that belong to the content of a thread or comment. */
export interface CustomFields {
  /** The host's own fields that the service may have; the customer gets a copy. */
  readonly additionalFields: readonly string[];
  /**
   * Moved to the customer; the service never sees them. Fields that are in neither list are not
   * sent there either.
   */
  readonly fieldsToRemove: readonly string[];
}

/**
 * Checks the lists of a provider's config. What the service queries, scopes, positions, syncs or
 * renders by, and what is content anyway, is refused.
 *
 * @throws CommentsSetupError that names every field that may not be moved.
 */
export function customFieldsOf(config: Partial<CustomFields> = {}): CustomFields {
  const { additionalFields = [], fieldsToRemove = [] } = config;
  const refused = fieldsToRemove.filter((it) => reservedNames.includes(it.trim()));
  if (refused.length > 0) {
    throw new CommentsSetupError(
      `fieldsToRemove may list your own custom fields only, and not ${refused.join(', ')}: the service needs ` +
        'these to find and to show comments. Take them out of the list; additionalFields copies a field instead.',
    );
  }
  return { additionalFields, fieldsToRemove };
}
