import { Avatar } from './avatar.js';
import { When } from './dates.js';
import { nameOf } from './mentions.js';
import type { Timed } from './use-thread.js';
import { Words } from './words.js';

interface CommentCardProps {
  readonly comment: Timed;
  readonly isOnItsWay: boolean;
}

export function CommentCard({ comment, isOnItsWay }: CommentCardProps) {
  const userId = comment.from?.userId;
  const author = comment.from?.name ?? nameOf(userId ?? 'Somebody');
  return (
    <article className="comment" aria-label={`Comment by ${author}`}>
      <header>
        <Avatar name={author} />
        <strong>{author}</strong>
        {isOnItsWay ? <span className="hint">Sending…</span> : <When at={comment.createdAt} />}
      </header>
      <Words text={comment.commentText} />
    </article>
  );
}
