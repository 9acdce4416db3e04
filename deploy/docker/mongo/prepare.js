// mongosh runs this script whenever compose starts. The script creates the services' user and the replica set that
// transactions require. A later run only updates the user's password and roles.
const hello = () => db.adminCommand({ hello: 1 })

try {
  rs.status()
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] })
}
while (!hello().isWritablePrimary) sleep(200)

const admin = db.getSiblingDB('admin')
const services = ['identity', 'verification', 'campaigns', 'partnerships', 'metrics', 'payouts']
const rights = {
  pwd: process.env.MONGODB_PASSWORD,
  roles: services.map((service) => ({ role: 'readWrite', db: `${process.env.DB_PREFIX}_${service}` })),
}
if (admin.getUser('reelfair')) admin.updateUser('reelfair', rights)
else admin.createUser({ user: 'reelfair', ...rights })
print('The database is prepared.')
