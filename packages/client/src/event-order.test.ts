import type { StreamEvent } from '@dungji/contracts';
import { expect, it } from 'vitest';
import { EventOrder, parseEvent } from './event-order.ts';

const at = '2026-01-31T09:08:07.000Z';
const event = (seq: number, stream: StreamEvent['stream'] = 'user:a'): StreamEvent => ({
  stream,
  seq,
  type: 'nest.changed',
  at,
});
const snapshot = (seq: number): StreamEvent => ({
  stream: 'user:a',
  seq,
  type: 'snapshot',
  at,
  tasks: [],
  approvals: [],
  nests: [],
});

it('takes the next number, drops a seen one and notices a gap, for each stream by itself', () => {
  const order = new EventOrder();
  for (const first of [snapshot(4), event(5), event(90, 'operators')]) {
    expect(order.placeOf(first)).toBe('next');
    order.delivered(first);
  }
  expect(order.placeOf(event(5))).toBe('seen');
  expect(order.placeOf(event(6))).toBe('next');
  expect(order.placeOf(event(7))).toBe('gap');
  expect(order.placeOf(event(91, 'operators'))).toBe('next');
});

it('starts anew from a snapshot, even from a lower number', () => {
  const order = new EventOrder();
  order.delivered(event(50));
  order.delivered(event(9, 'operators'));
  order.delivered(snapshot(3));
  expect(order.placeOf(event(4))).toBe('next');
  expect(order.placeOf(event(40, 'operators'))).toBe('next');
});

it.each(['', '{', 'null', '"x"', '{"stream":"user:a"}', '{"stream":"user:a","seq":"1","type":"x"}'])(
  'reads %j as garbage',
  (text) => {
    expect(parseEvent(text)).toBeNull();
  },
);

it('lets a type through that it does not know yet', () => {
  expect(parseEvent('{"stream":"user:a","seq":1,"type":"nest.painted"}')).toMatchObject({ seq: 1 });
});
