// Generated from the schemas of schema-auth.ts by `npm run types`. Do not edit.

/** Authentication of a request. */
export type WebhookAuth =
  | {
      /** No authentication. */
      kind: 'none';
    }
  | {
      /** Signature over the body, as of events. */
      kind: 'hmac';
      /** Secret, 16 to 512 characters. Write-only; an update without it keeps the stored one. */
      secret?: string | undefined;
    }
  | {
      /** A bearer token. */
      kind: 'bearer';
      /** Secret, up to 2,048 characters. Write-only; an update without it keeps the stored one. */
      secret?: string | undefined;
    }
  | {
      /** A user name and a password. */
      kind: 'basic';
      /** User name. */
      username: string;
      /** Secret, up to 2,048 characters. Write-only; an update without it keeps the stored one. */
      secret?: string | undefined;
    }
  | {
      /** A named header. */
      kind: 'header';
      /** Name of the header. */
      header: string;
      /** Secret, up to 2,048 characters. Write-only; an update without it keeps the stored one. */
      secret?: string | undefined;
    }
  | {
      /** Headers that the host gives for each attempt. */
      kind: 'host';
      /** Name of the credentials, as the host knows them. */
      name: string;
    };
