import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../tools.ts';
import { tempFolder } from './temp-folder.ts';

/** A machine of a test's own: its search path holds only the programs the test writes. */
export interface FakeMachine {
  machine: Machine;
  /** Puts a shell script on the search path. */
  program(name: string, script: string): string;
  /** Every call of a program that logs itself with `$LOG`, in order. */
  calls(): string[];
  /** The progress lines so far. */
  said: string[];
}

export function fakeMachine(o: { isRoot?: boolean; platform?: NodeJS.Platform } = {}): FakeMachine {
  const folder = tempFolder('machine');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const log = join(folder, 'calls');
  writeFileSync(log, '');
  const said: string[] = [];
  return {
    said,
    machine: {
      env: { LOG: log, BIN: bin },
      searchPath: bin,
      platform: o.platform ?? 'linux',
      isRoot: o.isRoot ?? false,
      cacheDir: join(folder, 'cache'),
      say: (line) => said.push(line),
    },
    program(name, script) {
      const file = join(bin, name);
      // The fakes are shell scripts; what they call is the system's own.
      writeFileSync(file, `#!/bin/sh\nPATH="$BIN:/usr/bin:/bin"\n${script}\n`);
      chmodSync(file, 0o755);
      return file;
    },
    calls: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
  };
}

/** An apt that knows every package and delivers `redis-server` as a package whose content is one program. */
export function givesRedisByApt(fake: FakeMachine): void {
  fake.program('apt-cache', 'echo "  Candidate: 7.0"');
  fake.program(
    'apt-get',
    `echo "apt-get $*" >> "$LOG"
case "$*" in
  *--simulate*) echo "Inst liblzf1 (1)"; echo "Inst redis-server (7.0)";;
  *download*) : > redis-server.deb;;
esac`,
  );
  fake.program(
    'dpkg',
    `mkdir -p "$3/usr/bin"; printf '#!/bin/sh\\n' > "$3/usr/bin/redis-server"; chmod 755 "$3/usr/bin/redis-server"`,
  );
}
