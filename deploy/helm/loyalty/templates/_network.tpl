{{/* Rules of NetworkPolicies. */}}

{{/* Refuses what would wait for ever: a process that is given an address, and no way to it. (dict "root" $ "name" NAME "settings" TEXTS). */}}
{{- define "loyalty.requirePeers" -}}
{{- $network := .root.Values.network -}}
{{- $settings := .settings -}}
{{- $name := .name -}}
{{- $ways := dict "KAFKA_BROKERS" "kafka" "DATABASE_URL" "database" "REDIS_URL" "redis" "SCHEMA_REGISTRY_URL" "registry" "OTEL_EXPORTER_OTLP_ENDPOINT" "collector" "JWT_JWKS_URL" "tokenKeys" "OIDC_ISSUER_URL" "identityProvider" "EGRESS_PROXY" "proxy" -}}
{{- range $variable, $way := $ways -}}
{{- if and $network.policies (hasKey $settings $variable) (not (get $network $way).to) -}}
{{- fail (printf "%s has %s, and network.%s.to names no peer: with network.policies nothing would reach it" $name $variable $way) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* An egress rule to a dependency of values.network; nothing where it names no peer, so nothing is opened by an empty list. */}}
{{- define "loyalty.egressTo" -}}
{{- if .to }}
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    {{- range .ports }}
    - port: {{ int . }}
      protocol: TCP
    {{- end }}
{{- end }}
{{- end }}

{{- define "loyalty.egressToNames" -}}
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    {{- range .ports }}
    - port: {{ int . }}
      protocol: UDP
    - port: {{ int . }}
      protocol: TCP
    {{- end }}
{{- end }}

{{/* Addresses that strangers chose: the whole world, without networks of our own. */}}
{{- define "loyalty.egressToPublic" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          {{- toYaml .publicExcept.ipv4 | nindent 10 }}
    - ipBlock:
        cidr: ::/0
        except:
          {{- toYaml .publicExcept.ipv6 | nindent 10 }}
  ports:
    {{- range .publicPorts }}
    - port: {{ int . }}
      protocol: TCP
    {{- end }}
{{- end }}
