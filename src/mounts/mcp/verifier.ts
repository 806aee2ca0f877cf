// What the tools need of a service, and how it is told who asks. Types only.
import type { Service } from '../../service/service.ts';

export type Verifier = Pick<Service, 'grade' | 'verify' | 'discover' | 'stored'>;

export interface Place {
  /** Public origin of the service; undefined where none answers (stdio). */
  own?: string;
}
