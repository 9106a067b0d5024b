/** What is done about one thing is done one after the other; about others, meanwhile. */
export class OneByOne {
  private readonly last = new Map<string, Promise<unknown>>();

  /** `act`, once whatever was begun before under this key is over, however it ended. */
  within<T>(key: string, act: () => Promise<T>): Promise<T> {
    const done = (this.last.get(key) ?? Promise.resolve()).then(act);
    const over: Promise<void> = done.then(
      () => this.forget(key, over),
      () => this.forget(key, over),
    );
    this.last.set(key, over);
    return done;
  }

  private forget(key: string, over: Promise<unknown>): void {
    if (this.last.get(key) === over) this.last.delete(key);
  }
}
