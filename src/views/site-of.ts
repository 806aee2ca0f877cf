// What tells the sites of a document apart, without a list of public suffixes. It is no rule of what may be asked.
const OWN_LABELS = 2;

/** As much of a host as tells most sites apart; hosts below public suffixes of several labels count as one, which only keeps more as their own. */
export const siteOf = (host: string): string => host.toLowerCase().split('.').slice(-OWN_LABELS).join('.');
