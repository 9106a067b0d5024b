/**
 * The order of calls on one execution. Operations read before they submit their commands, and some
 * read more than others. Without an order, a later call could overtake an earlier one.
 */

/** A call's place in the order of its executions. */
export interface CallTurn {
  /**
   * Runs `submit` at once if no earlier call on the execution still reads, otherwise after those.
   */
  readonly enter: <T>(executionId: string, submit: () => Promise<T>) => Promise<T>;
  /** Lets later calls go on; called when the operation ends, however it ends. */
  readonly leave: () => void;
}

/** A call that has not submitted all its commands on one execution. */
interface Ticket {
  /** Number of commands to submit. */
  left: number;
  /** Commands that wait for earlier calls. */
  readonly waiting: (() => void)[];
}

export class CallOrder {
  private readonly queues = new Map<string, Ticket[]>();

  /**
   * Takes a place; null if no id is a string.
   * @param executionIds unchecked ids, one for each command.
   */
  take(workspaceId: string, executionIds: readonly unknown[]): CallTurn | null {
    const tickets = new Map<string, Ticket>();
    for (const it of executionIds) {
      if (typeof it !== 'string') continue;
      const key = keyOf(workspaceId, it);
      const ticket = tickets.get(key);
      if (ticket === undefined) tickets.set(key, this.join(key));
      else ticket.left += 1;
    }
    if (tickets.size === 0) return null;
    return {
      enter: (executionId, submit) => {
        const key = keyOf(workspaceId, executionId);
        const ticket = tickets.get(key);
        return ticket === undefined || ticket.left === 0 ? submit() : this.enter(key, ticket, submit);
      },
      leave: () => {
        for (const [key, ticket] of tickets) {
          if (ticket.left === 0) continue;
          ticket.left = 0;
          this.goOn(key);
        }
      },
    };
  }

  private join(key: string): Ticket {
    const ticket: Ticket = { left: 1, waiting: [] };
    const queue = this.queues.get(key);
    if (queue === undefined) this.queues.set(key, [ticket]);
    else queue.push(ticket);
    return ticket;
  }

  private enter<T>(key: string, ticket: Ticket, submit: () => Promise<T>): Promise<T> {
    if (this.queues.get(key)?.[0] !== ticket)
      return new Promise((resolve) => ticket.waiting.push(() => resolve(submit())));
    const submitted = submit();
    ticket.left -= 1;
    if (ticket.left === 0) this.goOn(key);
    return submitted;
  }

  /** Submits what waits for its turn, in the order of the calls. */
  private goOn(key: string): void {
    const queue = this.queues.get(key) ?? [];
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      for (const submit of first.waiting.splice(0)) {
        submit();
        first.left -= 1;
      }
      if (first.left > 0) return;
      queue.shift();
    }
    this.queues.delete(key);
  }
}

const keyOf = (workspaceId: string, executionId: string): string => `${workspaceId}\0${executionId}`;
