import { describe, expect, it } from 'vitest';
import { positionIds } from './position.ts';

describe('positionIds', () => {
  const ids = positionIds('secret');
  const position = { own: 152, operators: null };
  const id = ids.encode('usr_a', position);

  it('reads its own ids back', () => {
    expect(ids.decode('usr_a', id)).toEqual(position);
    const both = { own: 0, operators: 7 };
    expect(ids.decode('usr_a', ids.encode('usr_a', both))).toEqual(both);
  });

  it.each([
    ['of another user', () => ids.decode('usr_b', id)],
    ['made with another secret', () => positionIds('other').decode('usr_a', id)],
    ['whose number was changed', () => ids.decode('usr_a', id.replace('152', '153'))],
    ['that is empty', () => ids.decode('usr_a', '')],
    ['that is garbage', () => ids.decode('usr_a', '💥 DROP TABLE')],
    ['that is overlong', () => ids.decode('usr_a', `${id}${'x'.repeat(100_000)}`)],
  ])('does not read an id %s', (_what, decode) => {
    expect(decode()).toBeNull();
  });
});
