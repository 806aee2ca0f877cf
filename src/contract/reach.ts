// How a target is reached, as whoever queues a run and whoever connects for it both say. A type alone.

/** Public names over https, a private target, or the service's own address. */
export type Reach = 'public' | 'private' | 'own';
