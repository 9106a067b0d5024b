/** `@org/approval-comments/react`: a provider component and hooks. */
export {
  useCommentAnnotations,
  useCommentNotifications,
  useCommentsClient,
  useCommentsStatus,
} from './hooks.js';
export { CommentsProvider, type CommentsProviderProps, type CommentsStatus } from './provider.js';
