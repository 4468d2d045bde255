import { Writable } from 'node:stream';
import pretty from 'pino-pretty';

/**
 * A stream that makes one plain line of each log record and passes other output on as it is.
 *
 * @param name put before each line, where a part has several processes; empty for none
 */
export function logLines(out: Writable, name: string): Writable {
  const prefix = name ? `${name} ` : '';
  let rest = '';
  const lines = new Writable({
    write(chunk, _encoding, done) {
      const whole = (rest + String(chunk)).split('\n');
      rest = whole.pop() ?? '';
      out.write(whole.map((line) => (line.trim() === '' ? '' : `${prefix}${line}\n`)).join(''));
      done();
    },
  });
  return pretty({
    destination: lines,
    colorize: false,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,service,workerId',
  });
}
