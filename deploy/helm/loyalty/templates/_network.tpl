{{/* Rules of NetworkPolicies. */}}

{{/* An egress rule to a dependency of values.network; nothing where it names no peer, so nothing is opened by a forgotten list. */}}
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
