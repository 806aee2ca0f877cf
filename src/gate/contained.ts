// A stranger's spec as the gate takes it: a slot first, then a child of its own that validates and judges it. Refused where nothing contains it.
import type { AdmittedPack } from './admitted.ts';
import { contain } from './containment/contain.ts';
import { type QueuePlace, type SlotRequest, Slots, type Work } from './slots.ts';

export interface ContainedOptions extends SlotRequest {
  /** An operator accepts strangers' specs where the system isolates less than is needed. */
  unisolated?: boolean;
  /** Whose slots; those of this process unless said. */
  slots?: Slots;
  work?: Work;
  /** What the caller pays for it, while it waits; where that is refused, nothing is started. */
  spend?(): Promise<void>;
  /** Takes the slot over when the pack is closed; it is given back otherwise. */
  leave?(place: QueuePlace): void;
}

/** Of a command line or of MCP on stdio. The service has its own. */
const OWN = new Slots();

/** text: the canonical form of a resolved pack. The slot is held until the pack is closed. Throws busy, and the signal's reason when the caller has left. */
export async function admitContained(text: string, options: ContainedOptions = {}): Promise<AdmittedPack> {
  const { unisolated, slots = OWN, work = 'run', spend, leave = (left) => left.leave(), ...asking } = options;
  const place = slots.enter(work, asking);
  try {
    await spend?.();
    await place.turn;
    const pack = await contain(text, { errand: work, withoutIsolation: unisolated, signal: asking.signal });
    return {
      ...pack,
      close: async () => {
        await pack.close();
        leave(place);
      },
    };
  } catch (error) {
    place.leave();
    throw error;
  }
}
