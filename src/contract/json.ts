// Plain JSON values, as every room passes them. No methods, no undefined.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
