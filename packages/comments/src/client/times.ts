/**
 * Times of the service: clocks of pages are wrong, so comments and notifications are sorted by
 * these.
 */
import type { StructuralAnnotation } from '../record.js';
import type { ListedAnnotation } from '../service/port.js';

/** Returns the listed thread with the field `storedAt` in it and in its comments. */
export function timed({
  annotation,
  times,
}: Pick<ListedAnnotation, 'annotation' | 'times'>): StructuralAnnotation {
  if (times === undefined) return annotation;
  const comments = Object.entries(annotation.comments).map(([key, comment]) => {
    const storedAt = Object.hasOwn(times.comments, key) ? times.comments[key] : undefined;
    return [key, storedAt === undefined ? comment : { ...comment, storedAt }] as const;
  });
  return {
    ...annotation,
    ...(times.thread !== undefined && { storedAt: times.thread }),
    comments: Object.fromEntries(comments),
  };
}
