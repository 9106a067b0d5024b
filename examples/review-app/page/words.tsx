import { piecesOf } from './mentions.js';

/** The words are with the customer: while that server is away, the thread is there without them. */
export const Words = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? (
    <p className="words hint">The text cannot be read at the moment.</p>
  ) : (
    <p className="words">
      {piecesOf(text).map(({ words, isMention }, index) =>
        isMention ? (
          <span key={index} className="mention">
            {words}
          </span>
        ) : (
          words
        ),
      )}
    </p>
  );
