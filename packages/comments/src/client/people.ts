/**
 * The people of the threads that are shown: their names are asked for, and put in when a thread is
 * shown.
 */
import { mapPeople, peopleIn } from '../content/people.js';
import { ResolverError } from '../errors.js';
import type { GetUserResolverRequest } from '../provider/others.js';
import type { Resolve } from '../provider/resolver.js';
import { type CommentAnnotation, type User, isObject } from '../record.js';
import type { Identity } from './identity.js';

/** Number of people in one request. */
const MOST_USERS = 200;

export class People {
  readonly #resolve: Resolve<{ get: GetUserResolverRequest }>;
  readonly #organizationId: string;
  /** The signed-in person as the host names them, until their name is known. */
  readonly #self: User;
  readonly #onChange: () => void;
  /** null: they were asked for, and the provider does not know them. */
  readonly #known = new Map<string, User | null>();
  /**
   * Cache that keeps a thread that did not change the same object; renewed with each name that is
   * learned.
   */
  #named = new WeakMap<object, object>();

  constructor(
    resolve: Resolve<{ get: GetUserResolverRequest }>,
    { organizationId, ...user }: Identity,
    onChange: () => void,
  ) {
    this.#resolve = resolve;
    this.#organizationId = organizationId;
    this.#onChange = onChange;
    this.#self = user;
  }

  /**
   * Asks for the people that are not known yet. If that fails, they are shown by their userIds, and
   * asked for with the next read.
   */
  async learn(records: readonly object[], refresh: boolean): Promise<void> {
    const wanted = new Set(records.flatMap((it) => [...peopleIn(it)]));
    const userIds = [...wanted].filter((it) => refresh || !this.#known.has(it));
    for (let start = 0; start < userIds.length; start += MOST_USERS)
      if (!(await this.#ask(userIds.slice(start, start + MOST_USERS)))) return;
  }

  async #ask(userIds: readonly string[]): Promise<boolean> {
    const organizationId = this.#organizationId;
    const payload = { organizationId, commentAnnotationIds: [], ids: userIds };
    try {
      const { data } = await this.#resolve(
        'get',
        { organizationId, userIds },
        { moduleName: 'getUsers', payload },
      );
      for (const userId of userIds) {
        const user = isObject(data) && Object.hasOwn(data, userId) ? data[userId] : undefined;
        const before = this.#known.get(userId) ?? null;
        this.#known.set(userId, isObject(user) ? { ...user, userId } : before);
      }
      this.#named = new WeakMap();
      this.#onChange();
      return true;
    } catch (error) {
      // Events have reported it; a thread without names is better than none.
      if (error instanceof ResolverError) return false;
      throw error;
    }
  }

  /**
   * Returns the threads with the names that are known: the same list for the same list, until a
   * name is learned.
   */
  named<Of extends CommentAnnotation>(threads: readonly Of[]): readonly Of[] {
    return this.#memo(threads, () => threads.map((it) => this.#memo(it, () => this.name(it))));
  }

  name<Of extends object>(record: Of): Of {
    return mapPeople(record, (user) => ({
      ...user,
      ...(user.userId === this.#self.userId && this.#self),
      ...this.#known.get(user.userId),
    }));
  }

  #memo<Key extends object>(key: Key, make: () => Key): Key {
    const known = this.#named.get(key) as Key | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#named.set(key, made);
    return made;
  }
}
