import { certificateOf, type Printing, type Usage } from './certificate/certificate.ts';
import { layOut } from './certificate/layout.ts';
import { imagineStyle, type Style } from './certificate/style.ts';
import { imagineSubject } from './place.ts';
import { drawPdf } from './print/draw-pdf.ts';
import { measureWith } from './print/font.ts';
import { PORTRAIT } from './print/page.ts';
import { type Draw, drawFrom } from './random.ts';
import { dayOf } from './register/clock.ts';
import { imagineHabits, imagineRegister, type Turn } from './register/imagine.ts';
import type { RegisterKind } from './register/register.ts';
import { RISKS, type Risk } from './register/subject.ts';
import type { Printed } from './scan.ts';
import { type PrintedVariant, type RegisterTruth, truthOf } from './truth.ts';

/** What is asked of a register; whatever is left out is drawn from the seed. */
export interface RegisterOptions {
  readonly kind?: RegisterKind;
  readonly variant?: PrintedVariant;
  readonly usage?: Usage;
  readonly withSummary?: boolean;
  readonly risks?: readonly Risk[];
  /** Events between the first owner and the present: more of them, more pages. */
  readonly events?: number;
  /** Whether everything of the past is cancelled in the end. */
  readonly settles?: boolean;
  readonly turns?: readonly Turn[];
  /** Leaves some pages of the body out of the file. */
  readonly pagesMissing?: boolean;
  readonly pending?: boolean;
  /** 등기사항일부증명서: without 을구. */
  readonly partOnly?: boolean;
  readonly style?: Partial<Style>;
}

/** A document, as its pages and as a PDF with a text layer, and what is true of it. */
export interface RegisterSample extends Printed {
  readonly pdf: Uint8Array;
  readonly truth: RegisterTruth;
}

/** Invents a register and prints it. The same seed and options give the same bytes. Everybody and everything in it is invented. */
export async function generateRegister(seed: string, options: RegisterOptions = {}): Promise<RegisterSample> {
  const draw = drawFrom(`register:${seed}`);
  const kind = options.kind ?? draw.pick(['집합건물', '집합건물', '집합건물', '건물', '토지']);
  const variant = options.variant ?? 'WITH_CANCELLED';
  const viewedAt = new Date(
    Date.UTC(2025, draw.integer(0, 20), draw.integer(1, 28), 0, 0, draw.integer(0, 86_399)),
  );
  const risks = new Set(options.risks ?? imagineRisks(draw));
  const style = { ...imagineStyle(seed), ...options.style };
  const register = imagineRegister(imagineSubject(draw, seed, kind, risks), {
    until: dayOf(viewedAt.getTime() - draw.integer(3, 90) * 24 * 60 * 60 * 1000),
    events: options.events ?? draw.pick([1, 3, 5, 8, 12, 18]),
    settles: options.settles ?? draw.chance(50),
    turns: new Set(
      options.turns ?? (style.strikes === 'kept' && draw.chance(15) ? (['silent'] as const) : []),
    ),
    habits: imagineHabits(draw),
  });
  const printing: Printing = {
    variant: variant === 'VALID_ONLY' ? 'VALID_ONLY' : 'WITH_CANCELLED',
    usage: options.usage ?? 'VIEW',
    withSummary:
      variant === 'SUMMARY_ONLY' || (!options.partOnly && (options.withSummary ?? draw.chance(60))),
    viewedAt,
    pending: options.pending ?? false,
    partOnly: options.partOnly ?? false,
    style,
  };
  const laidOut = layOut(certificateOf(register, printing), measureWith(style.typeface));
  const kept = keptPages(draw, laidOut.body.length, variant, options.pagesMissing ?? false);
  const pages = [...kept.map((page) => laidOut.body[page - 1] ?? []), ...laidOut.summary];
  return {
    pages,
    pdf: await drawPdf(pages, viewedAt, style.typeface),
    truth: truthOf({ register, printing, variant, laidOut, kept, pages: pages.length }),
    printedAt: viewedAt,
    typeface: style.typeface,
    paper: PORTRAIT,
  };
}

/** None, or a few. */
function imagineRisks(draw: Draw): readonly Risk[] {
  const count = draw.pick([0, 0, 1, 1, 2, 3, 4] as const);
  return Array.from({ length: count }, () => draw.pick(RISKS));
}

/** One page is lost, or all after the first, or the last ones; of a single page the next copy would be lost, so it stays. */
function keptPages(draw: Draw, count: number, variant: PrintedVariant, missing: boolean): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (variant === 'SUMMARY_ONLY') return [];
  if (!missing || count === 1) return all;
  const lost = draw.integer(1, count);
  switch (draw.pick(['one', 'one', 'all but the first', 'the last'] as const)) {
    case 'one':
      return all.filter((page) => page !== lost);
    case 'all but the first':
      return [1];
    case 'the last':
      return all.slice(0, Math.max(1, lost - 1));
  }
}
