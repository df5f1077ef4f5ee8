import type { Plugin } from "vite";

export const fetched: readonly string[];
export function pageTexts(language: string): Record<string, string>;
export function pageCodes(): string[];
export function languageFile(language: string, texts?: Record<string, string>): string;
export function argumentsOf(text: string): Map<string, string>;
export function texts(fetched?: readonly string[]): Plugin;
