export const en = {
  'delete-ask': 'Delete “{{name}}”?',
  'delete-text': 'No view has been counted. The {{views}} credits set aside for it come back to you at once.',
  'delete-text-unfunded': 'It never started, and nothing was set aside for it.',
  'delete-text-settled': 'No view has been counted, and its credits have come back to you already.',
  'delete-joined_one': '{{count}} creator has joined. The campaign ends now, and nobody else can join.',
  'delete-joined_other': '{{count}} creators have joined. The campaign ends now, and nobody else can join.',
  'delete-joined-then':
    'Views they brought until now are read a last time and paid on {{at}}. If there are none, the campaign disappears then and all {{views}} views return to you.',
  'delete-over': 'The campaign is over, and its last views are still being read.',
  'delete-over-then':
    'Those that count are paid on {{at}}. If there are none, the campaign disappears then and all {{views}} views return to you.',
  'delete-over-late':
    'Those that count are paid by {{at}} at the latest. If there are none, the campaign disappears then and all {{views}} views return to you.',
  'delete-creators_one': '{{count}} creator has joined and reads that you took it away.',
  'delete-creators_other': '{{count}} creators have joined and read that you took it away.',
  'delete-confirm': 'Delete the campaign',
  'delete-confirm-end': 'End the campaign now',
  'delete-done': 'Campaign deleted',
  'delete-ended': 'Campaign ended. Its last views are being read.',
  'delete-failed': 'Deletion failed',
} as const
