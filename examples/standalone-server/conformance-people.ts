/** The flags `--directory FILE` and `--calendars FILE` of the conformance server. */
import type { Calendar, Directory, EngineOptions, JsonObject } from '@org/approval-core';
import { staticDirectory } from '@org/approval-core';
import { readFileSync } from 'node:fs';

interface DirectoryFile {
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  readonly managers?: Readonly<Record<string, string>>;
  readonly attributes?: Readonly<Record<string, JsonObject>>;
  /** Number of first calls that fail, for each group; -1 for all. */
  readonly failures?: Readonly<Record<string, number>>;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The engine's options that the flags stand for. */
export function peopleOptions(flags: {
  readonly directory?: string | undefined;
  readonly calendars?: string | undefined;
}): Pick<EngineOptions, 'directory' | 'calendars'> {
  return {
    ...(flags.directory !== undefined && { directory: failing(read(flags.directory) as DirectoryFile) }),
    ...(flags.calendars !== undefined && {
      calendars: read(flags.calendars) as Readonly<Record<string, Calendar>>,
    }),
  };
}

function failing({ failures = {}, ...data }: DirectoryFile): Directory {
  const directory = staticDirectory(data);
  const left = new Map(Object.entries(failures));
  return {
    ...directory,
    members(group, context) {
      const count = left.get(group.name) ?? 0;
      if (group.kind === 'group' && count !== 0) {
        left.set(group.name, count - 1);
        throw new Error(`the directory fails for group "${group.name}"`);
      }
      return directory.members(group, context);
    },
  };
}
