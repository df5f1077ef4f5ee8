import type { SearchRequest } from "../wire.gen";

/** Returns a search request that has waited, in milliseconds, with that time taken off the clocks. */
export function afterWait(request: SearchRequest, waited: number): SearchRequest {
  const limits = { ...request.limits };
  for (const side of ["white", "black"] as const) {
    const left = limits[side];
    if (left) limits[side] = Math.max(1, left - Math.max(0, waited)); // 0 would mean no limit
  }
  return { ...request, limits };
}
