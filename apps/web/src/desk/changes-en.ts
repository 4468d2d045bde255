import type { changesKo } from './changes-ko.ts';

export const changesEn: typeof changesKo = {
  titleOf: { REGISTRY: 'Changes in the register', LEDGER: 'Changes in the ledger' },
  against: 'Compared with the document of {{time}}.',
  outcome: {
    CHANGED_one: 'One thing has changed',
    CHANGED_other: '{{count}} things have changed',
    SAME: 'Nothing has changed',
    CANNOT_TELL: 'Whether anything changed cannot be told',
  },
  lead: {
    SAME: 'Both documents were read to their ends and compared.',
    CANNOT_TELL: 'Something could not be compared. That does not mean that nothing changed.',
  },
  more: 'There may be more than this.',
  to: 'to',
  limit: {
    EARLIER_UNREAD: 'The earlier document could not be read.',
    NEWER_UNREAD: 'The new document could not be read.',
    OTHER_HOME: 'The two documents are about different homes.',
    NEWER_IS_OLDER: 'The file that came last is older than the one before. Issue a new one to compare.',
    EARLIER_PARTIAL: 'The earlier document was read in part only.',
    NEWER_PARTIAL: 'The new document was read in part only.',
    APPLICATION_PENDING:
      'An application is pending at the registry office, so the record is about to change. Issue it again afterwards.',
    ENTRIES_UNCLEAR:
      'Of some entries it is not clear whether they are cancelled, or which row of the earlier document they are.',
    AMOUNTS_UNREAD: 'An amount could not be read in one of the documents.',
    OWNERS_UNREAD: 'The owner could not be read for certain, so it is not known whether it changed.',
    NAMES_UNCLEAR: 'A name recognised in a scan differs a little. Check whether it is somebody else.',
    VIOLATION_UNKNOWN: 'One of the ledgers does not tell whether the building is marked as illegal.',
    SOURCES_DIFFER:
      'One is open data and one a paper copy, so only the mark of an illegal building was compared.',
    READERS_DIFFER:
      'The two were read in different ways. Reading the earlier one again makes this more exact.',
  },
};
