// Places for calls under way, so many for each origin. All subscriptions at one automation platform share an origin:
// a call waits here for its place, where waiting costs nothing, and not inside the HTTP client, where it would use up
// the receiver's time to answer. Organizations take turns, so that one whose receivers answer slowly delays itself.

/** Hands out places. */
export interface OriginSlots {
  /** Resolves when there is a place for a call of this organization, with what gives it back. */
  take(url: string, organizationId: string): Promise<() => void>;
}

/** How many places there are. */
export interface SlotLimits {
  perOriginMax: number;
  /** Of these, how many one organization can have: fewer, so that there is always room for another. */
  perOrganizationMax: number;
}

interface Origin {
  free: number;
  /** Places taken, by organization. */
  taken: Map<string, number>;
  /** Calls that wait, by organization, in the order of their turns. */
  waiting: Map<string, (() => void)[]>;
}

/** Places for calls to each origin. */
export function openOriginSlots({ perOriginMax, perOrganizationMax }: SlotLimits): OriginSlots {
  const origins = new Map<string, Origin>();

  function mayStart(origin: Origin, organizationId: string): boolean {
    return origin.free > 0 && (origin.taken.get(organizationId) ?? 0) < perOrganizationMax;
  }
  function start(origin: Origin, organizationId: string): void {
    origin.free -= 1;
    origin.taken.set(organizationId, (origin.taken.get(organizationId) ?? 0) + 1);
  }
  /** Lets the next organization's first call go, and puts that organization at the end of the line. */
  function startNext(origin: Origin): void {
    const organizationId = [...origin.waiting.keys()].find((one) => mayStart(origin, one));
    if (organizationId === undefined) return;
    const calls = origin.waiting.get(organizationId)!;
    const next = calls.shift()!;
    origin.waiting.delete(organizationId);
    if (calls.length > 0) origin.waiting.set(organizationId, calls);
    start(origin, organizationId);
    next();
  }
  function giveBack(name: string, origin: Origin, organizationId: string): void {
    const left = origin.taken.get(organizationId)! - 1;
    if (left > 0) origin.taken.set(organizationId, left);
    else origin.taken.delete(organizationId);
    origin.free += 1;
    startNext(origin);
    if (origin.free === perOriginMax) origins.delete(name);
  }

  return {
    async take(url, organizationId) {
      const name = new URL(url).origin;
      const origin = origins.get(name) ?? { free: perOriginMax, taken: new Map(), waiting: new Map() };
      origins.set(name, origin);
      if (mayStart(origin, organizationId)) start(origin, organizationId);
      else {
        await new Promise<void>((resolve) => {
          const calls = origin.waiting.get(organizationId);
          if (calls) calls.push(resolve);
          else origin.waiting.set(organizationId, [resolve]);
        });
      }
      return () => giveBack(name, origin, organizationId);
    },
  };
}
