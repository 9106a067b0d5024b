/** Port of the customer's storage of files, and one in memory. */

/** Key of a file. */
export interface BlobKey {
  readonly organizationId: string;
  /** Id of the attachment. */
  readonly attachmentId: number;
}

/** A file to keep. */
export interface StoredBlob extends BlobKey {
  readonly documentId: string;
  /** Content of the file. */
  readonly bytes: Uint8Array;
  /** Name that its author gave it; never a path. */
  readonly name: string;
  /**
   * Type that its author gave it. Serve files with `content-disposition: attachment` and
   * `x-content-type-options: nosniff`: the type may be that of a page.
   */
  readonly mimeType: string;
}

/** Storage of files: a folder, a bucket, or a table. */
export interface BlobStore {
  /**
   * Keeps the file and returns its URL. MUST be repeatable: the same key again replaces the file.
   * The backend asks for it only for the person who has the key.
   */
  readonly put: (blob: StoredBlob) => Promise<{ readonly url: string }>;
  /** Deletes the file. MUST be repeatable. */
  readonly delete: (key: BlobKey) => Promise<void>;
}

/** Makes a storage in memory, for tests. @param urlOf address of a file */
export function createMemoryBlobStore(
  urlOf: (key: BlobKey) => string,
): BlobStore & { readonly get: (key: BlobKey) => StoredBlob | null } {
  const blobs = new Map<string, StoredBlob>();
  const keyOf = ({ organizationId, attachmentId }: BlobKey) => JSON.stringify([organizationId, attachmentId]);
  return {
    get: (key) => blobs.get(keyOf(key)) ?? null,
    put: async (blob) => {
      blobs.set(keyOf(blob), { ...blob, bytes: blob.bytes.slice() });
      return { url: urlOf(blob) };
    },
    delete: async (key) => {
      blobs.delete(keyOf(key));
    },
  };
}
