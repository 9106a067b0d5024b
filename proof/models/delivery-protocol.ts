/**
 * Model of deliveries (`DeliveryStore`): one job per execution, exactly while deliveries are
 * pending, due with the first. Commits add deliveries during attempts; workers die or stop.
 */
import { type Model, withAt } from './explore.js';

const EVENTS = 3;
const MOST_CLAIMS = 4;

interface Worker {
  readonly token: number | null;
  /** Index of the delivery that it makes. */
  readonly place: number | null;
  readonly phase: 'idle' | 'claimed' | 'sent' | 'has read';
  /** True if deliveries were pending when it looked; for the bug only. */
  readonly sawMore: boolean;
}

export interface DeliveryState {
  readonly deliveries: readonly ('pending' | 'delivered')[];
  readonly job: { readonly token: number | null; readonly isLive: boolean } | null;
  readonly claims: number;
  readonly workers: readonly Worker[];
  /** Indexes in the order in which the receiver first saw them. */
  readonly received: readonly number[];
}

export type DeliveryBug = 'result beside the commit' | 'commit that makes no job' | 'any pending delivery';

export const deliveryProtocol = (workers: number, bug: DeliveryBug | null = null): Model<DeliveryState> => ({
  initial: {
    deliveries: [],
    job: null,
    claims: 0,
    workers: Array.from({ length: workers }, () => IDLE),
    received: [],
  },
  next: (state) => [
    ...commits(state, bug),
    ...(state.job?.isLive
      ? [['the lease ends', { ...state, job: { ...state.job, isLive: false } }] as const]
      : []),
    ...state.workers.flatMap((worker, at) => works(state, worker, at, bug)),
  ],
  fault,
  isGood: ({ deliveries, claims }) =>
    claims === MOST_CLAIMS || (deliveries.length === EVENTS && !deliveries.includes('pending')),
});

const IDLE: Worker = { token: null, place: null, phase: 'idle', sawMore: false };
type Steps = readonly (readonly [string, DeliveryState])[];

/** A claimed job stays with its worker. */
function commits(state: DeliveryState, bug: DeliveryBug | null): Steps {
  if (state.deliveries.length === EVENTS) return [];
  const made = bug === 'commit that makes no job' ? null : { token: null, isLive: false };
  const deliveries = [...state.deliveries, 'pending' as const];
  return [[`event ${deliveries.length} is committed`, { ...state, deliveries, job: state.job ?? made }]];
}

function works(state: DeliveryState, worker: Worker, at: number, bug: DeliveryBug | null): Steps {
  const set = (change: Partial<Worker>, more: Partial<DeliveryState> = {}): DeliveryState => ({
    ...state,
    ...more,
    workers: withAt(state.workers, at, change),
  });
  const dies = [`${at} dies`, set(IDLE)] as const;
  if (worker.phase === 'idle') {
    if (state.job === null || state.job.isLive || state.claims === MOST_CLAIMS) return [];
    const token = state.claims + 1;
    const place = placeOf(state, bug);
    const job = { token, isLive: true };
    return [[`${at} claims`, set({ token, place, phase: 'claimed' }, { job, claims: token })]];
  }
  if (worker.phase === 'claimed') {
    const place = worker.place as number;
    const received = state.received.includes(place) ? state.received : [...state.received, place];
    return [[`${at} delivers ${place + 1}`, set({ phase: 'sent' }, { received })], dies];
  }
  if (bug === 'result beside the commit' && worker.phase === 'sent') {
    const sawMore = state.deliveries.some((it, index) => it === 'pending' && index !== worker.place);
    return [[`${at} looks what is left`, set({ phase: 'has read', sawMore })], dies];
  }
  return [[`${at} records its result`, recorded(state, worker, set, bug)], dies];
}

const placeOf = ({ deliveries }: DeliveryState, bug: DeliveryBug | null): number =>
  bug === 'any pending delivery' ? deliveries.lastIndexOf('pending') : deliveries.indexOf('pending');

/** Compares the claim, then applies the rule to the pending deliveries. */
function recorded(
  state: DeliveryState,
  { token, place, sawMore }: Worker,
  set: (change: Partial<Worker>, more?: Partial<DeliveryState>) => DeliveryState,
  bug: DeliveryBug | null,
): DeliveryState {
  if (state.job === null || state.job.token !== token) return set(IDLE);
  const deliveries = state.deliveries.map((it, index) => (index === place ? 'delivered' : it));
  const isMore = bug === 'result beside the commit' ? sawMore : deliveries.includes('pending');
  return set(IDLE, { deliveries, job: isMore ? { token: null, isLive: false } : null });
}

function fault({ deliveries, job, received }: DeliveryState): string | null {
  if (deliveries.includes('pending') !== (job !== null)) return 'deliveries are pending without a job';
  if (received.some((place, index) => place !== index)) return 'a later event came first';
  if (deliveries.some((it, place) => it === 'delivered' && !received.includes(place)))
    return 'what counts as delivered was not received';
  return null;
}
