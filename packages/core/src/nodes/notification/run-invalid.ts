/** A message that cannot be given to a channel. */

/** The message cannot be given to a channel as rendered. */
export class MessageInvalid extends Error {
  override readonly name = 'MessageInvalid';
}
