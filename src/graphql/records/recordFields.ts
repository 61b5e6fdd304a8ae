import { accompanyingStatement } from '#domain/records/part2.ts'
import { RecordCategory } from './RecordCategory.ts'

/** The options of the fields that a record and a forwarded record share. */
export const recordFields = {
  description: { nullable: true, description: 'Description; `null` if there is none.' },
  imageDescription: {
    nullable: true,
    description: 'What an image shows, for users who cannot see it; `null` if there is no description.',
  },
  category: { type: RecordCategory, nullable: true, description: 'Kind of record; `null` if there is none.' },
  serviceDate: {
    type: 'Date',
    nullable: true,
    description: 'Day of the service that the record is about; `null` if unknown.',
  },
  accompanyingStatement: {
    nullable: true,
    description:
      'Statement that must accompany the record wherever it goes (42 CFR 2.32), for records about substance use treatment; `null` otherwise.',
    resolve: accompanyingStatement,
  },
} as const
