/**
 * The part of WebAssembly that kernel.ts uses. TypeScript declares it only in the DOM's library, which main has no
 * business with; Node has the functions, its types do not.
 */
declare namespace WebAssembly {
  class Module {
    private constructor();
    readonly _module: never;
    static customSections(module: Module, name: string): ArrayBuffer[];
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: boolean });
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  }
  interface Global {
    readonly value: unknown;
  }
  class RuntimeError extends Error {}
  function compile(binary: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: { env: { memory: Memory } }): Promise<Instance>;
}
