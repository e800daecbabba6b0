/** The part of @sabaki/sgf that is used here; the package brings no types. */
declare module '@sabaki/sgf' {
  export interface SgfNode {
    data: Record<string, string[]>;
    children: SgfNode[];
  }
  /** The games of a collection. Throws with row and column where it cannot go on. */
  export function parse(text: string): SgfNode[];
}
