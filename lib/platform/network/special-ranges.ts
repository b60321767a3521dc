/** Addresses that are not part of the public internet, and who says so. */
export type SpecialRange = { range: string; use: string; source: string };

const IANA_IPV4 = 'iana.org/assignments/iana-ipv4-special-registry';
const IANA_IPV6 = 'iana.org/assignments/iana-ipv6-special-registry';
const GOOGLE_PRIVATE_ACCESS = 'cloud.google.com/vpc/docs/configure-private-google-access-hybrid';

/**
 * Every range that a caller's URL must not reach. Later rows may lie within an earlier one: they are here because they
 * are well-known targets of their own. Blocks that IANA marks as globally reachable are listed too if what answers
 * there depends on the network of the caller (anycast relays and sinks).
 *
 * Public addresses that only a provider's own customers reach are listed where HTTP services of the platform answer.
 * Plain DNS resolvers are not listed, nor are IPv4 addresses embedded by an operator's own NAT64 prefix: nothing in the
 * address shows them.
 */
export const SPECIAL_RANGES: readonly SpecialRange[] = [
  { range: '0.0.0.0/8', use: 'this network', source: 'RFC 791 3.2' },
  { range: '10.0.0.0/8', use: 'private', source: 'RFC 1918' },
  { range: '100.64.0.0/10', use: 'shared address space (carrier-grade NAT)', source: 'RFC 6598' },
  { range: '127.0.0.0/8', use: 'loopback', source: 'RFC 1122 3.2.1.3' },
  { range: '169.254.0.0/16', use: 'link-local', source: 'RFC 3927' },
  { range: '172.16.0.0/12', use: 'private', source: 'RFC 1918' },
  { range: '192.0.0.0/24', use: 'IETF protocol assignments', source: 'RFC 6890 2.1' },
  { range: '192.0.2.0/24', use: 'documentation', source: 'RFC 5737' },
  { range: '192.31.196.0/24', use: 'AS112 sink', source: 'RFC 7535' },
  { range: '192.52.193.0/24', use: 'multicast tunneling relays', source: 'RFC 7450' },
  { range: '192.88.99.0/24', use: '6to4 relays (deprecated)', source: 'RFC 7526' },
  { range: '192.168.0.0/16', use: 'private', source: 'RFC 1918' },
  { range: '192.175.48.0/24', use: 'AS112 sink', source: 'RFC 7534' },
  { range: '198.18.0.0/15', use: 'benchmarking', source: 'RFC 2544' },
  { range: '198.51.100.0/24', use: 'documentation', source: 'RFC 5737' },
  { range: '203.0.113.0/24', use: 'documentation', source: 'RFC 5737' },
  { range: '224.0.0.0/4', use: 'multicast', source: 'RFC 5771' },
  { range: '240.0.0.0/4', use: 'reserved', source: 'RFC 1112 4' },
  { range: '255.255.255.255/32', use: 'limited broadcast', source: `RFC 919 7; ${IANA_IPV4}` },

  { range: '169.254.169.254/32', use: 'metadata at AWS, Azure, Google Cloud, OpenStack …', source: 'RFC 3927' },
  { range: '169.254.170.2/32', use: 'AWS task credentials', source: 'docs.aws.amazon.com/AmazonECS' },
  { range: '169.254.0.23/32', use: 'Tencent Cloud metadata', source: 'cloud.tencent.com/document/product/213/4934' },
  { range: '100.100.100.200/32', use: 'Alibaba Cloud metadata', source: 'alibabacloud.com/help/ecs' },
  { range: '192.0.0.192/32', use: 'Oracle Cloud Classic metadata', source: 'docs.oracle.com/en/cloud/iaas-classic' },
  {
    range: '168.63.129.16/32',
    use: 'Azure platform (WireServer)',
    source: 'learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16',
  },
  {
    range: '161.26.0.0/16',
    use: 'IBM Cloud infrastructure services',
    source: 'cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc',
  },
  {
    range: '166.8.0.0/14',
    use: 'IBM Cloud service endpoints',
    source: 'cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc',
  },
  { range: '199.36.153.4/30', use: 'Google APIs, restricted', source: GOOGLE_PRIVATE_ACCESS },
  { range: '199.36.153.8/30', use: 'Google APIs, private', source: GOOGLE_PRIVATE_ACCESS },

  { range: '::/128', use: 'unspecified', source: 'RFC 4291 2.5.2' },
  { range: '::1/128', use: 'loopback', source: 'RFC 4291 2.5.3' },
  { range: '::/96', use: 'IPv4-compatible (deprecated)', source: 'RFC 4291 2.5.5.1' },
  { range: '::ffff:0:0:0/96', use: 'IPv4-translated', source: 'RFC 2765 2.1' },
  { range: '64:ff9b::/96', use: 'NAT64', source: 'RFC 6052 2.1' },
  { range: '64:ff9b:1::/48', use: 'NAT64, local use', source: 'RFC 8215' },
  { range: '100::/64', use: 'discard', source: 'RFC 6666' },
  { range: '2001::/23', use: 'IETF protocol assignments', source: 'RFC 2928' },
  { range: '2001::/32', use: 'Teredo', source: 'RFC 4380' },
  { range: '2001:2::/48', use: 'benchmarking', source: 'RFC 5180' },
  { range: '2001:db8::/32', use: 'documentation', source: 'RFC 3849' },
  { range: '2002::/16', use: '6to4', source: 'RFC 3056' },
  { range: '2620:4f:8000::/48', use: 'AS112 sink', source: 'RFC 7534' },
  { range: '3fff::/20', use: 'documentation', source: 'RFC 9637' },
  { range: '5f00::/16', use: 'segment routing', source: 'RFC 9602' },
  { range: 'fc00::/7', use: 'unique local', source: 'RFC 4193' },
  { range: 'fe80::/10', use: 'link-local', source: 'RFC 4291 2.5.6' },
  { range: 'fec0::/10', use: 'site-local (deprecated)', source: 'RFC 3879' },
  { range: 'ff00::/8', use: 'multicast', source: 'RFC 4291 2.7' },
  { range: '::/3', use: 'outside 2000::/3, the global unicast space', source: `RFC 4291 2.4; ${IANA_IPV6}` },
  { range: '4000::/2', use: 'outside 2000::/3', source: 'iana.org/assignments/ipv6-address-space' },
  { range: '8000::/1', use: 'outside 2000::/3', source: 'iana.org/assignments/ipv6-address-space' },

  { range: 'fd00:ec2::254/128', use: 'AWS metadata', source: 'docs.aws.amazon.com/AWSEC2' },
  { range: 'fd00:ec2::23/128', use: 'AWS pod credentials', source: 'docs.aws.amazon.com/eks' },
  { range: 'fd20:ce::254/128', use: 'Google Cloud metadata', source: 'cloud.google.com/compute/docs/metadata' },
  { range: 'fd00:42::42/128', use: 'Scaleway metadata', source: 'scaleway.com/en/docs/instances' },
  { range: '2600:2d00:2:1000::/64', use: 'Google APIs, restricted', source: GOOGLE_PRIVATE_ACCESS },
  { range: '2600:2d00:2:2000::/64', use: 'Google APIs, private', source: GOOGLE_PRIVATE_ACCESS },
];
