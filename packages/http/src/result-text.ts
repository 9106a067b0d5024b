/**
 * The JSON text of a result. Serializing a run of 32 MiB takes 100 ms, and joining it as long
 * again. Large results are therefore made item by item, with turns for other requests between, and
 * sent in pieces.
 */
import type { OperationData } from '@org/approval-core/views';
import { AtMost, nextTurn } from '@org/approval-internal/turns';
import { type Fields, isList, isObject, isRecord } from '@org/approval-internal/values';

/** Properties of the operation that decide how its result is made. */
type Operation = Pick<OperationData, 'waits' | 'budget'>;

/** Characters serialized in one turn; the last item may exceed it. */
const PER_TURN = 2_097_152;
/** Characters of names and strings serialized at once; fast enough even if all are escaped. */
const SMALL = 65_536;
/** Cost of a value beside its characters. */
const PER_VALUE = 8;
/** Depth of lists in results: `steps`, `items`, and `execution.steps` of a wait. */
const LIST_DEPTH = 2;

const START = '{"result":';

/** JSON text; a large result is a list of pieces. */
export type ResultText = string | readonly string[];

/**
 * Concurrent reads, and concurrent large texts: memory does not grow with the number of readers.
 */
const READS = 8;
const LARGE_AT_ONCE = 2;

export class ResultTexts {
  private readonly reads = new AtMost(READS);
  private readonly large = new AtMost(LARGE_AT_ONCE);

  /** Returns the text of an operation's result. A read keeps its slot until its text is made. */
  async by<T>(
    act: (data: T) => Promise<unknown>,
    data: T,
    { waits, budget }: Operation,
  ): Promise<ResultText> {
    if (waits !== null) {
      // A waiting request holds no slot. A large result is dropped, and read again within a slot.
      const text = await this.small(() => act(data));
      if (text !== null) return text;
      return this.reads.within(async () => {
        await nextTurn();
        return this.of(await act({ ...data, waitMs: 0 }));
      });
    }
    const made = async () => this.of(await act(data));
    return budget === 'read' ? this.reads.within(made) : made();
  }

  /** Returns the text if one turn suffices, else null. */
  private async small(act: () => Promise<unknown>): Promise<string | null> {
    const text = textOf(piecesOf(await act(), 0), START);
    return text.length < PER_TURN ? `${text}}` : null;
  }

  /** The text of `JSON.stringify({ result })`, for results of operations. */
  of(result: unknown): string | Promise<ResultText> {
    return isSmall(result) ? JSON.stringify({ result }) : this.inTurns(result);
  }

  private async inTurns(result: unknown): Promise<ResultText> {
    const pieces = piecesOf(result, 0);
    const start = textOf(pieces, START);
    if (start.length < PER_TURN) return `${start}}`;
    return this.large.within(async () => {
      const texts = [start];
      for (let text = start; text !== '';) {
        await nextTurn();
        text = textOf(pieces, '');
        texts.push(text);
      }
      return [...texts, '}'];
    });
  }
}

const isSmall = (result: unknown): boolean => isObject(result) && roomBehind(result, SMALL) > 0;

/** Room left after a list or an object; stops counting at 0. */
function roomBehind(value: Fields | readonly unknown[], before: number): number {
  let room = before;
  if (isList(value)) {
    // Index by index: naming the keys would create a string for each.
    for (let index = 0; index < value.length && room > 0; index++) room = roomBehindOne(value[index], room);
    return room;
  }
  for (const name in value) {
    if (room <= 0) break;
    room = roomBehindOne(value[name], room - name.length);
  }
  return room;
}

function roomBehindOne(value: unknown, before: number): number {
  const room = before - PER_VALUE;
  if (typeof value === 'string') return room - value.length;
  return isObject(value) ? roomBehind(value, room) : room;
}

/** Appends as many pieces as one turn has time for. */
function textOf(pieces: Generator<string>, before: string): string {
  let text = before;
  for (let it = pieces.next(); !it.done; it = pieces.next()) {
    text += it.value;
    if (text.length - before.length >= PER_TURN) break;
  }
  return text;
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (isList(value) && depth <= LIST_DEPTH) {
    for (const [index, item] of value.entries()) yield (index === 0 ? '[' : ',') + JSON.stringify(item);
    yield value.length === 0 ? '[]' : ']';
  } else if (isRecord(value) && depth < LIST_DEPTH) {
    const fields = Object.entries(value).filter(([, it]) => it !== undefined);
    for (const [index, [name, it]] of fields.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* piecesOf(it, depth + 1);
    }
    yield fields.length === 0 ? '{}' : '}';
  } else yield JSON.stringify(value);
}
