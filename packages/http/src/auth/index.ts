/** `@org/approval-http/auth`: the built-in authentication. */
export { type ApiKeyRecord, generateApiKey } from './api-keys.js';
export {
  type AuthenticatorOptions,
  type KnownApiKey,
  apiKeyList,
  createAuthenticator,
} from './authenticator.js';
export { type TokenKey, type TokenOptions, type TokenRequest, issueAuthToken } from './tokens.js';
