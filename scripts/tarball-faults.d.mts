export function undeclaredFaults(unpacked: string): string[];
export function esModuleFaults(unpacked: string): string[];
export function textFaults(unpacked: string, root: string): string[];
export function besideFaults(unpacked: string): string[];
