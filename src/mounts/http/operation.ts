// One operation of the service as every description of it tells it.
export interface Operation {
  method: string;
  /** With parameters in braces. */
  path: string;
  id: string;
  summary: string;
}
